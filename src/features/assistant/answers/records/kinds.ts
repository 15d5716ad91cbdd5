/** Table of the kinds of questions that records answer. */

import type { KindRow } from './kind-row.ts'
import { ANALYSIS_KINDS } from './kinds-analysis.ts'
import { CALL_KINDS } from './kinds-calls.ts'
import { COACHING_KINDS } from './kinds-coaching.ts'
import { DEAL_KINDS } from './kinds-deals.ts'
import { SAID_KINDS } from './kinds-said.ts'
import { STATEMENT_KINDS } from './kinds-statements.ts'
import { STATUS_KINDS } from './kinds-status.ts'
import { WRITING_KINDS } from './kinds-writing.ts'

export const KINDS = {
  ...CALL_KINDS,
  ...ANALYSIS_KINDS,
  ...DEAL_KINDS,
  ...STATEMENT_KINDS,
  ...STATUS_KINDS,
  ...COACHING_KINDS,
  ...SAID_KINDS,
  ...WRITING_KINDS,
} satisfies Readonly<Record<string, KindRow>>
export type RecordKind = keyof typeof KINDS
