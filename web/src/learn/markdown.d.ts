declare module '*.md?rules' {
  import type { RulesText } from './rules';
  const rules: RulesText;
  export default rules;
}
