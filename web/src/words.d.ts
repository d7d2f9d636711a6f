/** Made by scripts/words.ts: empty outside builds, where every message has all its languages. */
declare module 'virtual:words' {
  type Word = string | ((inputs: object) => string);
  export const parts: Partial<Record<string, Partial<Record<string, () => Promise<{ words: Record<string, Word> }>>>>>;
}
