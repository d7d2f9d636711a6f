/** Maps to look at: the canyon, and others that are legal and look quite different. */
const read = (text: string): string[] => text.trim().split('\n');

export const MAPS: Readonly<Record<string, readonly string[]>> = {
  canyon: read(`
##WWWWWWWCG########
#V^^^^^^^..##....##
#V^^^^^^^.........#
#V^^^^^^^......o..#
######^^^...##....#
###############...#
###############...#
####S..#########.##
TTTTS...#######...#
TTTTS....#...##...#
TTTTS..o..........#
TTTTS.......o....##
####S....#.....####`),
  // Six rows of calm water towards falls that turn on themselves.
  whirlpool: read(`
##############################
#####...####...####C##########
###......#.......##G##########
##................#..###.#####
#S.......#.....o..#..>>vvv<<VT
#S.....#######....#..>>vvv<<#T
TS.....#######.......>>WWW<<#T
T#...o.#######...o...>>WWW<<VT
TS.....#######.......>>WWW<<#T
#S.....#######....#..>>^^^<<#T
#S..........o.....#..>>^^^<<VT
##....o....#....o.#..###.#####
###.........#....#############
######...####..###############`),
  // Down through a gorge whose falls lie inside the map, with rapids that turn.
  bends: read(`
####SSSSSS####
###........###
##....oo....##
##..........##
####....######
#TT##..##TT###
#TT#....######
##.......o..##
##..o......C##
###>>>>vv.G###
###>>>>vv.####
####^^>>WW.###
####..V^WW.V##
#######..V..##`),
};
