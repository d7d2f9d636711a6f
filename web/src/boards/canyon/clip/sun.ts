/** How far from the left the sun stands: between the walls. */
export const SUN = 214;
