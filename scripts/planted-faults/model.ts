export interface PlantedFault {
  /** Consequence of the fault. */
  readonly name: string
  readonly file: string
  /** Exact source text to replace. */
  readonly text: string
  readonly replacement: string
  /** Test files of which at least one must fail. */
  readonly tests: readonly string[]
}

/** Faults of one file, all noticed by the same tests. */
export const inFile = (
  file: string,
  tests: readonly string[],
  faults: readonly (readonly [name: string, text: string, replacement: string])[],
): PlantedFault[] => faults.map(([name, text, replacement]) => ({ name, file, text, replacement, tests }))
