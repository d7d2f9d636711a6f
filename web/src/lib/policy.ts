// What the operator of this server has chosen; the page itself says it, so that it is known before anything is asked.

/** Whether people without an account may sit and write here. */
export function guestsPlay(): boolean {
  const { guests } = document.documentElement.dataset;
  return guests !== 'off';
}

/** Who may make an account here: anybody, whoever is invited, or nobody. */
export function newAccounts(): string {
  const { accounts } = document.documentElement.dataset;
  return accounts ?? 'open';
}
