import type { Attachment } from 'svelte/attachments';

/** Take clicks, taps, Enter and Space on a drawing with the role of a button as presses. */
export const pressable =
  (press: (event: MouseEvent | KeyboardEvent) => void): Attachment<SVGElement> =>
  (drawing) => {
    drawing.addEventListener('click', (event) => {
      // The water around closes what is open; a button must not count as water.
      event.stopPropagation();
      press(event);
    });
    drawing.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        press(event);
      }
    });
  };
