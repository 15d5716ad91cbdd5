/** Two small linear models, learned exactly or nearly so; rows are many, columns a few dozen. */

/** Least squares with a penalty on large weights, by the normal equations. */
export function ridgeRegression(
  rows: readonly Float64Array[],
  targets: readonly number[],
  penalty: number,
): Float64Array {
  const width = rows[0]?.length ?? 0
  const system = Array.from({ length: width }, (_, at) => {
    const equation = new Float64Array(width + 1)
    equation[at] = penalty
    return equation
  })
  rows.forEach((row, index) => {
    const target = targets[index] ?? 0
    for (let i = 0; i < width; i++) {
      const value = row[i] as number
      if (value === 0) continue
      const equation = system[i] as Float64Array
      for (let j = 0; j < width; j++) equation[j] = (equation[j] as number) + value * (row[j] as number)
      equation[width] = (equation[width] as number) + value * target
    }
  })
  return solved(system)
}

/** Gauss–Jordan with pivots. */
function solved(system: Float64Array[]): Float64Array {
  const width = system.length
  for (let at = 0; at < width; at++) {
    let pivot = at
    for (let row = at + 1; row < width; row++) {
      if (Math.abs(system[row]?.[at] ?? 0) > Math.abs(system[pivot]?.[at] ?? 0)) pivot = row
    }
    const taken = system[pivot] as Float64Array
    system[pivot] = system[at] as Float64Array
    system[at] = taken
    system.forEach((row, index) => {
      if (index === at) return
      const factor = (row[at] as number) / (taken[at] as number)
      if (factor === 0) return
      for (let column = at; column <= width; column++) {
        row[column] = (row[column] as number) - factor * (taken[column] as number)
      }
    })
  }
  return Float64Array.from(system, (row, at) => (row[width] as number) / (row[at] as number))
}

const STEPS = 1_200
const MOMENTUM = 0.9
const DECAY = 0.001

/**
 * The first column is the constant, whose weight isn't penalized.
 *
 * @param targets 0 or 1
 * @param bounds minimum and maximum of each weight. Without them a weight can be any number
 */
export function logisticRegression(
  rows: readonly Float64Array[],
  targets: readonly number[],
  counts: readonly number[],
  bounds: readonly (readonly [minimum: number, maximum: number])[] = [],
): Float64Array {
  const width = rows[0]?.length ?? 0
  const all = counts.reduce((sum, one) => sum + one, 0)
  const weights = new Float64Array(width)
  const speed = new Float64Array(width)
  for (let step = 0; step < STEPS; step++) {
    const slope = new Float64Array(width)
    rows.forEach((row, index) => {
      let sum = 0
      for (let at = 0; at < width; at++) sum += (weights[at] as number) * (row[at] as number)
      const error = (1 / (1 + Math.exp(-sum)) - (targets[index] ?? 0)) * (counts[index] ?? 1)
      for (let at = 0; at < width; at++) slope[at] = (slope[at] as number) + error * (row[at] as number)
    })
    for (let at = 0; at < width; at++) {
      const held = at === 0 ? 0 : DECAY * (weights[at] as number)
      speed[at] = MOMENTUM * (speed[at] as number) + (slope[at] as number) / all + held
      weights[at] = (weights[at] as number) - (speed[at] as number)
      const bound = bounds[at]
      if (bound !== undefined) weights[at] = Math.max(bound[0], Math.min(bound[1], weights[at] as number))
    }
  }
  return weights
}
