/** What a table does without until something happens: motion, and reasons. One chunk of its own, see `fetched`. */
export { Player } from './motion';
export { timetable } from './timetable';
export { why } from './why';
