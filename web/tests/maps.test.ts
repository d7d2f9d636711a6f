import { describe, expect, it } from 'vitest';

import { MAPS } from '../src/boards/canyon/gallery/maps';
import { fromLink, painted, resized, SIDES, toLink } from '../src/boards/canyon/maps/marks';

describe('maps of ones own', () => {
  it.each(Object.entries(MAPS))('%s goes into a link of letters, and comes back', (_, rows) => {
    const code = toLink(rows.join('\n'));
    expect(code).toMatch(/^[A-Za-z-]+$/);
    expect(encodeURIComponent(code)).toBe(code);
    expect(fromLink(code)).toBe(rows.join('\n'));
  });

  it.each(['', '-', 'mmm--mmm', 'mmx', 'm'.repeat(33), Array(33).fill('m').join('-'), 'm'.repeat(5000), '%3Cscript'])(
    'a link that ends with %.20j holds none',
    (code) => expect(fromLink(code)).toBeNull(),
  );

  it('are painted space by space; what is too short is filled with mountains', () => {
    expect(painted('###\n#.#', 1, 1, 'V')).toBe('###\n#V#');
    expect(painted('###\n#', 1, 2, '.')).toBe('###\n##.');
  });

  it('grow by mountains at any side, and lose what lies there', () => {
    const map = '.S\n^V';
    expect(resized(map, 'top', 1)).toBe('##\n.S\n^V');
    expect(resized(map, 'bottom', 1)).toBe('.S\n^V\n##');
    expect(resized(map, 'left', 1)).toBe('#.S\n#^V');
    expect(resized(map, 'right', 1)).toBe('.S#\n^V#');
    expect(SIDES.map((side) => resized(map, side, -1))).toEqual(['^V', '.S', 'S\nV', '.\n^']);
    for (const side of SIDES) expect(resized(resized(map, side, 1), side, -1)).toBe(map);
  });

  it('are filled up where their rows are uneven before they grow or shrink to the right', () => {
    expect(resized('.S.\n^', 'right', 1)).toBe('.S.#\n^###');
    expect(resized('.S.\n^', 'right', -1)).toBe('.S\n^');
    expect(resized('.S.\n^', 'bottom', 1)).toBe('.S.\n^\n###');
  });

  it('are no smaller than a space and no larger than the server takes', () => {
    const most = Array<string>(32).fill('#'.repeat(32)).join('\n');
    for (const side of SIDES) {
      expect(resized(most, side, 1)).toBe(most);
      expect(resized('.', side, -1)).toBe('.');
    }
  });
});
