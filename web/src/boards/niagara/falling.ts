/** The times of a fall: what a push takes along rides to the lip, hangs there, plunges, and drifts when the splash has settled. */
export const PUSH_MS = 220;
/** A disc falls in this time, a boat more slowly. */
export const TUMBLE_MS = 500;
export const LIP_MS = 500;
export const PLUNGE_MS = 430;
export const SPLASH_MS = 520;
/** What was aboard flies home in this time. */
export const GEM_MS = 620;
export const QUIET_MS = 200;
/** From the push that takes a boat along until it tips. */
export const TIP_MS = PUSH_MS + LIP_MS;
/** All of it. */
export const FALL_MS = TIP_MS + PLUNGE_MS + Math.max(SPLASH_MS, GEM_MS + 60) + QUIET_MS;
