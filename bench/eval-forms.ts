/**
 * `npm run eval:forms`: whether each transcript form is read right, refused, or read wrong.
 *
 * Every sample is written from one invented conversation in the shape that a product publishes, so the right reading is
 * known. Then mutants: units swapped, names missing, order reversed, cut short, nested deeper, other
 * encodings of Unicode, and languages in encodings of older programs.
 *
 *   --mutants 10000     number of mutants
 *   --seed 1            of their choice
 *   --form deepgram     only samples of this form or with this ID
 */
import { parseArgs } from 'node:util'
import { decodeTranscript, readTranscript, TranscriptFault } from '../src/features/text/transcripts/index.ts'
import {
  createPen,
  createRandom,
  createTruth,
  isRight,
  json,
  judge,
  MUTATIONS,
  type Mutant,
  mutate,
  REFUSALS,
  SAMPLES,
  type Sample,
  type Verdict,
} from '../src/testing/form-samples/index.ts'
import { optionsOf, run, wholeFrom } from './program.ts'
import { printTable } from './report.ts'

const options = optionsOf('eval', () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { mutants: { ...text, default: '10000' }, seed: { ...text, default: '1' }, form: text },
  })
  return { mutants: wholeFrom(values.mutants, 0), seed: wholeFrom(values.seed, 0), form: values.form }
})
await run('eval', main)

async function main(): Promise<void> {
  const samples = SAMPLES.filter(
    ({ id, form }) => options.form === undefined || id === options.form || form === options.form,
  )
  const wrong: string[] = []
  const rows = samples.map((sample) => {
    const outcome = read(Buffer.from(write(sample)), sample.fileName)
    if ('refused' in outcome) return [sample.id, 'refused', '', '', '', '', outcome.refused]
    const verdict = judge(outcome.document, createTruth(sample.people ?? 3), sample)
    const recognized = outcome.document.format === sample.form
    if (!recognized || !isRight(verdict)) wrong.push(sample.id)
    return [sample.id, recognized ? 'yes' : outcome.document.format, ...cells(verdict)]
  })
  printTable('Samples by form', ['sample', 'recognized', 'text', 'speakers', 'times', 'metadata', 'note'], rows)
  const refused = rows.filter((row) => row[1] === 'refused').length
  const right = rows.length - refused - wrong.length
  console.log(
    `\n${right} of ${rows.length} right (${((right / rows.length) * 100).toFixed(1)} %), ${refused} refused, ${wrong.length} wrong`,
  )
  if (options.form === undefined) judgeRefusals(wrong)
  judgeMutants(samples, wrong)
  if (wrong.length > 0 || right < rows.length * 0.95) process.exitCode = 1
}

function judgeRefusals(wrong: string[]): void {
  const accepted = REFUSALS.filter(({ content, fileName, message, isFile }) => {
    const outcome = read(Buffer.from(String(content)), fileName, isFile)
    return !('refused' in outcome) || !message.test(outcome.refused)
  })
  for (const { id } of accepted) wrong.push(id)
  console.log(`${REFUSALS.length - accepted.length} of ${REFUSALS.length} other documents refused with their reason`)
}

/** Reads mutants. Each must be right or refused. */
function judgeMutants(samples: readonly Sample[], wrong: string[]): void {
  const random = createRandom(options.seed)
  const counts = new Map(MUTATIONS.map((mutation) => [mutation, { right: 0, refused: 0, wrong: 0 }]))
  for (let i = 0; i < options.mutants; i++) {
    const sample = samples[i % samples.length]
    const mutation = MUTATIONS[Math.floor(i / samples.length) % MUTATIONS.length]
    if (sample === undefined || mutation === undefined) continue
    const mutant = mutate(sample, mutation, random)
    const fault = judgeMutant(mutant)
    const count = counts.get(mutation)
    if (count === undefined) continue
    count[fault === 'refused' ? 'refused' : fault === undefined ? 'right' : 'wrong']++
    if (fault !== undefined && fault !== 'refused') {
      wrong.push(`${sample.id}/${mutation}`)
      if (wrong.length < 40) console.log(`wrong: ${sample.id}, ${mutation}: ${fault}`)
    }
  }
  printTable(
    `${options.mutants} mutants`,
    ['mutation', 'right', 'refused', 'silently wrong'],
    [...counts].map(([mutation, count]) => [mutation, String(count.right), String(count.refused), String(count.wrong)]),
  )
}

function judgeMutant({ sample, bytes, fileName, truth, truncated }: Mutant): string | undefined {
  const outcome = read(bytes, fileName)
  if ('refused' in outcome) return 'refused'
  const verdict = judge(outcome.document, truth, sample, { truncated })
  return isRight(verdict)
    ? undefined
    : Object.entries(verdict)
        .map(([part, fault]) => `${part}: ${fault}`)
        .join('; ')
}

function write(sample: Sample): string {
  const truth = createTruth(sample.people ?? 3)
  const value = sample.write(truth, createPen(truth))
  return typeof value === 'string' ? value : json(value)
}

function read(bytes: Buffer, fileName = 'file.txt', requireSpeakers = false) {
  try {
    return {
      document: readTranscript(decodeTranscript(bytes), {
        ...{ fileName: fileName === 'file.txt' ? 'file' : fileName, requireSpeakers },
      }),
    }
  } catch (error) {
    if (!(error instanceof TranscriptFault)) throw error
    return { refused: error.message }
  }
}

function cells({ text, speakers, times, head }: Verdict): string[] {
  const cell = (fault: string | undefined) => (fault === undefined ? 'right' : 'wrong')
  return [
    cell(text),
    text === undefined ? cell(speakers) : '–',
    text === undefined ? cell(times) : '–',
    text === undefined ? cell(head) : '–',
    text ?? speakers ?? times ?? head ?? '',
  ]
}
