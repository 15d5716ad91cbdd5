import { invalid, type Problem } from '../../core/errors.ts'
import { faultOf, type Pattern } from './patterns.ts'

/** @throws AppError `validation_failed`: a pattern that is none, or two of one name */
export function checkPatterns(patterns: readonly Pattern[]): void {
  const problems = patterns.flatMap((one, index): Problem[] => {
    const fault = faultOf(one.pattern)
    const isRepeated = patterns.findIndex(({ name }) => name === one.name) < index
    return [
      ...(fault === undefined ? [] : [{ pointer: `/patterns/${index}/pattern`, detail: fault }]),
      ...(isRepeated ? [{ pointer: `/patterns/${index}/name`, detail: 'Two patterns have this name.' }] : []),
    ]
  })
  const [first, ...others] = problems
  if (first !== undefined) throw invalid(first, ...others)
}
