import type { GameMaps } from '../../ui';
import { flawWords, fromLink, toLink } from './marks';
import MapEditor from './MapEditor.svelte';

export const maps: GameMaps = { Editor: MapEditor, flaw: flawWords, toLink, fromLink };
