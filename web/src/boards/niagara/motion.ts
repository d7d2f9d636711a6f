/** Shows a turn: leads the scene on event by event. */
import { tick } from 'svelte';
import type { NiagaraEvent as Event, PlaceName } from '../../protocol';
import { tumble } from './fall';
import { push } from './flow';
import type { Pace } from '../ui';
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
  constructor(
    stage: Stage,
    private readonly pace: Pace<Event> = () => 1,
  ) {
    super(stage);
  }

  /** Show all beats; resolves at the end. */
  async play(beats: readonly Beat[]): Promise<void> {
    try {
      for (const { event, ms } of beats) {
        // What comes after the river waits until all that fell has landed.
        if (ENDS_RIVER.has(event.kind)) await this.rest(this.landing - performance.now());
        this.fast = this.pace(event);
        this.seen = false;
        if (ms / this.fast > 0) await this.show({ event, ms: ms / this.fast });
        else this.stage.scene = after(this.stage.scene, event);
      }
      await this.rest(this.landing - performance.now());
    } finally {
      for (const animation of this.running) animation.cancel();
      this.stage.effects = [];
    }
  }

  private async show({ event, ms }: Beat): Promise<void> {
    const { stage } = this;
    const before = stage.scene;
    const old = this.spots(before);
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
