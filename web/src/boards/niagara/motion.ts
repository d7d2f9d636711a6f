/** Shows a turn: leads the scene on event by event. */
import { tick } from 'svelte';
import type { NiagaraEvent as Event, PlaceName } from '../../protocol';
import { near, whereabouts } from './camera';
import type { Spot } from '../art/geometry';
import { tumble } from './fall';
import { push } from './flow';
import type { Telling } from '../ui';
import { gesture } from './gestures';
import { armOf, wet } from './layouts';
import { Mover } from './mover';
import { type BoatId, way } from './places';
import { idOf } from './scene';
import type { Stage } from './stage';
import { after, lifted } from './story';
import { type Beat, ENDS_RIVER } from './timetable';

/** Give the boat that an event takes somewhere by water, and from where to where. */
function journey(event: Event): { id: BoatId; start: PlaceName; end: PlaceName } | null {
  switch (event.kind) {
    case 'paddled':
    case 'swirled':
    case 'swept':
      return { id: idOf(event.seat, event.canoe), start: event.start, end: event.end };
    case 'joe_paddled':
      return { id: 'joe', start: event.start, end: event.end };
    default:
      return null;
  }
}

export class Player extends Mover {
  /** What has begun and is told a little later, and what waits for that. */
  readonly #untold = new Map<Event, ReturnType<typeof setTimeout>>();

  constructor(
    stage: Stage,
    private readonly telling?: Telling<Event>,
  ) {
    super(stage);
  }

  /** Show all beats; resolves at the end. */
  async play(beats: readonly Beat[]): Promise<void> {
    try {
      for (const beat of beats) {
        const { event } = beat;
        // What comes after the river waits until all that fell has landed; of discs that is seen beside what is shown.
        if (ENDS_RIVER.has(event.kind))
          await this.rest(Math.max(this.landing, beat.ms > 0 ? 0 : this.foaming) - performance.now());
        this.fast = this.telling?.pace(event) ?? 1;
        this.seen = false;
        if (beat.ms / this.fast > 0) await this.show(beat);
        else {
          this.stage.scene = after(this.stage.scene, event);
          this.tell(event, 0);
        }
      }
      await this.rest(Math.max(this.landing, this.foaming, this.filmed) - performance.now());
    } finally {
      this.clear();
      this.tellAll();
    }
  }

  override skip(): void {
    super.skip();
    this.tellAll();
  }

  /** Let an event be told when it is in sight what happens. */
  private tell(event: Event, ms: number): void {
    const tell = (): void => {
      this.#untold.delete(event);
      this.telling?.tell(event);
    };
    if (ms > 0) this.#untold.set(event, setTimeout(tell, ms));
    else tell();
  }

  private tellAll(): void {
    for (const [event, timer] of this.#untold) {
      clearTimeout(timer);
      this.telling?.tell(event);
    }
    this.#untold.clear();
  }

  private async show(beat: Beat): Promise<void> {
    const { event } = beat;
    const old = this.spots(this.stage.scene);
    const look = this.telling?.hurried() ? null : beat.look;
    const at = look && whereabouts(this, event, old);
    if (look && at) {
      near(this, at, look, beat.ms);
      await this.rest(look.before / this.fast);
      if (this.seen) {
        this.stage.scene = after(this.stage.scene, event);
        this.tell(event, 0);
        return;
      }
    }
    this.tell(event, beat.told / this.fast);
    await this.act(event, beat.ms / this.fast, old);
    if (look && at) await this.rest(look.holds / this.fast);
  }

  private async act(event: Event, ms: number, old: Map<BoatId, Spot>): Promise<void> {
    const { stage } = this;
    const before = stage.scene;
    const trip = journey(event);
    if (event.kind === 'push') await push(this, event, ms, old);
    else if (trip) {
      stage.scene = after(before, event);
      await tick();
      // Its crew paddles, and it draws a wake.
      const paddled = event.kind === 'paddled' && !stage.still ? stage.boat(trip.id) : undefined;
      paddled?.setAttribute('data-moving', '');
      if (event.kind === 'swirled' || event.kind === 'swept') this.eddy(ms, 300);
      const { start } = trip;
      if (trip.end === 'lost' && wet(start))
        tumble(this, trip.id, event.kind === 'swept' ? event.gems : [], trip.id === 'joe' ? 'R' : armOf(start), old);
      else this.glide(old, ms, (id) => (id === trip.id ? way(stage.plan, start, trip.end) : null));
      await this.rest(ms);
      paddled?.removeAttribute('data-moving');
      return;
    } else {
      stage.scene = lifted(before, event);
      await gesture(this, event, ms, old);
      await this.rest(ms);
      stage.scene = after(before, event);
      return;
    }
    await this.rest(ms);
  }
}
