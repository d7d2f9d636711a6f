/** Make a drawing a button for mouse, touch, keyboard and screen reader. */
export function pressable(
  label: string,
  press: () => void,
): {
  role: 'button';
  tabindex: 0;
  'aria-label': string;
  onclick: (event: MouseEvent) => void;
  onkeydown: (event: KeyboardEvent) => void;
} {
  return {
    role: 'button',
    tabindex: 0,
    'aria-label': label,
    onclick: (event) => {
      // The water around closes what is open; a button must not count as water.
      event.stopPropagation();
      press();
    },
    onkeydown: (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        press();
      }
    },
  };
}
