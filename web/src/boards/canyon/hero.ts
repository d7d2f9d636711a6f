/** The project's own map of the canyon, for pictures that are shown before there is a table. */
export const CANYON: readonly string[] = [
  '##WWWWWWWCG########',
  '#V^^^^^^^..##....##',
  '#V^^^^^^^.........#',
  '#V^^^^^^^......o..#',
  '######^^^...##....#',
  '###############...#',
  '###############...#',
  '####S..#########.##',
  'TTTTS...#######...#',
  'TTTTS....#...##...#',
  'TTTTS..o..........#',
  'TTTTS.......o....##',
  '####S....#.....####',
];
