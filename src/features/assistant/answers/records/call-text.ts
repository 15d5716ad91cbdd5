/** Texts of calls in worker tasks, and their names in citations. */
import type { CutTranscript } from '../../../text/passages/index.ts'
import type { Text, TextSource } from '../text.ts'
import type { CallRecord } from './model.ts'

/** Call of a citation. */
export type NamedCall = Pick<CallRecord, 'id' | 'title' | 'startedAt'>

export const toSource = ({ id, title, startedAt }: NamedCall): TextSource => ({
  ...{ kind: 'conversation', id, title, at: startedAt },
})

export const toText = (call: NamedCall, { lines }: CutTranscript): Text => ({ ...toSource(call), lines })
