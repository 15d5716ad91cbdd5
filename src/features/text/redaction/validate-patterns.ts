import { invalid, type Problem } from '../../../core/errors.ts'
import { type RedactionPattern, validatePattern } from './patterns.ts'

/** @throws AppError `validation_failed` if a pattern is invalid or two patterns have the same name */
export function checkPatterns(patterns: readonly RedactionPattern[]): void {
  const problems = patterns.flatMap((one, index): Problem[] => {
    const fault = validatePattern(one.pattern)
    const isRepeated = patterns.findIndex(({ name }) => name === one.name) < index
    return [
      ...(fault === undefined ? [] : [{ pointer: `/patterns/${index}/pattern`, detail: fault }]),
      ...(isRepeated
        ? [
            {
              pointer: `/patterns/${index}/name`,
              detail: 'Another pattern has this name. Pattern names must be unique.',
            },
          ]
        : []),
    ]
  })
  const [first, ...others] = problems
  if (first !== undefined) throw invalid(first, ...others)
}
