/**
 * Learns to choose one of several rows when more than one of them may be right: the likelihood that counts is that of any
 * right one, so that a value that is said five times need not be found five times. Groups of choices share weights and
 * may each depart from them a little (H. Daumé III, "Frustratingly Easy Domain Adaptation", 2007).
 */
export interface Choice {
  /** A row of `width` numbers for each candidate. */
  readonly rows: Float32Array
  readonly width: number
  /** How right each candidate is, 0 to 1; at least one of them is. */
  readonly right: Float64Array
  readonly group: number
  /** How often it counts. */
  readonly weight: number
}

export interface Learning {
  readonly steps: number
  readonly rate: number
  /** How strongly shared weights are drawn towards 0, and how strongly those of a group towards the shared ones. */
  readonly decay: number
  readonly apart: number
}

/** @returns the weights of each group */
export function learnChoices(
  choices: readonly Choice[],
  groups: number,
  { steps, rate, decay, apart }: Learning,
): Float64Array[] {
  const width = choices[0]?.width ?? 0
  const sparse = choices.map(sparseOf)
  const all = choices.reduce((sum, { weight }) => sum + weight, 0)
  const size = width * (groups + 1)
  const weights = new Float64Array(size)
  const [momentum, variance] = [new Float64Array(size), new Float64Array(size)]
  for (let step = 1; step <= steps; step++) {
    const gradient = new Float64Array(size)
    for (const one of sparse) addGradient(one, weights, gradient, width)
    for (let at = 0; at < size; at++) {
      const slope = (gradient[at] as number) / all - (at < width ? decay : apart) * (weights[at] as number)
      momentum[at] = 0.9 * (momentum[at] as number) + 0.1 * slope
      variance[at] = 0.99 * (variance[at] as number) + 0.01 * slope * slope
      const [mean, square] = [
        (momentum[at] as number) / (1 - 0.9 ** step),
        (variance[at] as number) / (1 - 0.99 ** step),
      ]
      weights[at] = (weights[at] as number) + (rate * (1 - (step - 1) / steps) * mean) / (Math.sqrt(square) + 1e-8)
    }
  }
  return Array.from({ length: groups }, (_, group) =>
    weights.slice(0, width).map((shared, at) => shared + (weights[(group + 1) * width + at] as number)),
  )
}

interface Sparse {
  readonly columns: readonly Uint16Array[]
  readonly values: readonly Float32Array[]
  readonly right: Float64Array
  readonly group: number
  readonly weight: number
}

function sparseOf({ rows, width, right, group, weight }: Choice): Sparse {
  const columns: Uint16Array[] = []
  const values: Float32Array[] = []
  for (let from = 0; from < rows.length; from += width) {
    const used: number[] = []
    for (let at = 0; at < width; at++) if (rows[from + at] !== 0) used.push(at)
    columns.push(Uint16Array.from(used))
    values.push(Float32Array.from(used, (at) => rows[from + at] as number))
  }
  return { columns, values, right, group, weight }
}

function addGradient(one: Sparse, weights: Float64Array, gradient: Float64Array, width: number): void {
  const own = (one.group + 1) * width
  const scores = one.columns.map((columns, row) => {
    const values = one.values[row] as Float32Array
    let score = 0
    columns.forEach((column, at) => {
      score += (values[at] as number) * ((weights[column] as number) + (weights[own + column] as number))
    })
    return score
  })
  const highest = Math.max(...scores)
  const likely = scores.map((score) => Math.exp(score - highest))
  const total = likely.reduce((sum, x) => sum + x, 0)
  const rightly = likely.map((x, row) => x * (one.right[row] as number))
  const rightTotal = rightly.reduce((sum, x) => sum + x, 0)
  if (rightTotal === 0) return
  likely.forEach((x, row) => {
    const missing = one.weight * ((rightly[row] as number) / rightTotal - x / total)
    if (Math.abs(missing) < 1e-7) return
    const values = one.values[row] as Float32Array
    ;(one.columns[row] as Uint16Array).forEach((column, at) => {
      const change = missing * (values[at] as number)
      gradient[column] = (gradient[column] as number) + change
      gradient[own + column] = (gradient[own + column] as number) + change
    })
  })
}
