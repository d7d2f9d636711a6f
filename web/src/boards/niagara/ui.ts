/** What the shell asks of a game, with Niagara's own views, decisions and events in it. */
import type { NiagaraAction, NiagaraEvent, NiagaraView } from '../../protocol';
import type * as ui from '../ui';

export type Setting = ui.Setting<NiagaraView, NiagaraAction>;
export type Group = ui.Group<NiagaraAction>;
export type Words = ui.Words<NiagaraView, NiagaraAction, NiagaraEvent>;
export type GameFate = ui.GameFate<NiagaraView, NiagaraAction>;
export type GameUi = ui.GameUi<NiagaraView, NiagaraAction, NiagaraEvent>;
