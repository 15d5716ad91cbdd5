/** Names the caller in questions about the caller: “How am I doing?” is “How is Lena Sorokin doing?”. */
import { findUser } from '../../../accounts/identity/index.ts'
import type { RecordPorts } from './model.ts'

/** `@` is replaced by the name of the caller. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bhow am i (?=doing|performing)/i, 'how is @ '],
  [/\bhow (?:do|did) i (?=compare|perform|do\b)/i, 'how does @ '],
  [/\bcompare me (?=to|with|and)/i, 'compare @ '],
  [/\b(how|what|where) (can|could|should|must) i (?=improve|do better|get better)/i, '$1 $2 @ '],
  [/\b(?:do|did) i (?:talk|speak) (?:too|so) much\b/i, 'how much does @ talk'],
  [/\bam i (?:talking|speaking) (?:too|so) much\b/i, 'how much does @ talk'],
]

/** Returns the question unchanged if it isn't about the caller, or if the caller isn't a user with a name. */
export async function nameCaller({ db, org, principal }: RecordPorts, prompt: string): Promise<string> {
  const form = FORMS.find(([pattern]) => pattern.test(prompt))
  if (form === undefined || principal.user === undefined) return prompt
  const user = await findUser(db, org, { id: principal.user.id })
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
  const [pattern, replacement] = form
  return name === '' ? prompt : prompt.replace(pattern, (...found) => fill(replacement, found, name))
}

const fill = (replacement: string, found: readonly unknown[], name: string): string =>
  replacement.replace(/\$(\d)/g, (_, index) => String(found[Number(index)])).replace('@', () => name)
