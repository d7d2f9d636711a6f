/** Tables that wait for whoever uses this browser, as far as the page has been told. */
class Waits {
  tables: readonly string[] = $state.raw([]);
  /** The page tells of them in a place of its own. */
  told = $state(false);
}

export const waits = new Waits();
