/** Tables that wait for whoever uses this browser, as far as the page has been told. */
class Waits {
  tables: readonly string[] = $state.raw([]);
}

export const waits = new Waits();
