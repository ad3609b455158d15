/** Why a record cannot be opened, in one sentence: the move, the rule that it breaks, and how. */
import { errorText } from '../kit/errorText';
import { t } from '../kit/i18n.svelte';
import type { RecordProblem } from '../local/protocol';
import type { Problem } from '../wire/messages';

/** A record from a file or a link that cannot be opened. */
export class BrokenRecord extends Error {
  constructor(
    readonly problem: Problem | RecordProblem,
    readonly game = '',
  ) {
    super(problem.text);
  }
}

/** What is not the record's fault, or says all there is to say. */
const PLAIN = ['module', 'network', 'not-a-record'];

/** How it breaks the rule. It is somebody else's move: words that say "you" have others beside them. */
function why(problem: Problem | RecordProblem, game: string): string {
  const { code } = problem;
  const what = 'key' in problem && problem.key ? [`${code}.${problem.key}`, code] : [code];
  const keys = [
    ...what.flatMap((one) => [`${game}.record.${one}`, `record.${one}`]),
    `${game}.trouble.${code}`,
    `trouble.${code}`,
    'record.other',
  ];
  return t(keys.find((key) => t(key) !== key) ?? '');
}

/** Return the words for a record that cannot be opened. */
export function brokenText({ problem, game }: BrokenRecord): string {
  if (PLAIN.includes(problem.code)) return errorText(problem);
  if (!('move' in problem)) return t('record.refused', { why: why(problem, game) });
  const { rule, move } = problem;
  const where = move === null ? 'end' : move ? 'move' : 'start';
  const values = { where, move: move ?? 0, why: why(problem, game) };
  return rule ? t('record.broken', { ...values, rule }) : t('record.faulty', values);
}
