/** What programs of this folder have in common: how they are told what to do, and how they end. */

/** What stands before a message on stderr. */
type Name = 'bench' | 'eval'

/** What `read` makes of the command line; what it throws is told, and ends the program: exit 2. */
export function optionsOf<Options>(name: Name, read: () => Options): Options {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${name}: ${(error as Error).message}\n`)
    process.exit(2)
  }
}

/** @throws Error when it is none, or out of bounds */
export function numberWithin(given: string, least: number, most: number): number {
  const read = Number(given)
  if (read >= least && read <= most) return read
  throw new Error(`${given} should be a number from ${least} to ${most}`)
}

/** @throws Error when it is none, or too small */
export function wholeFrom(given: string, least: number): number {
  const read = Number(given)
  if (Number.isInteger(read) && read >= least) return read
  throw new Error(`${given} should be a whole number from ${least}`)
}

/** A list of them, with commas between. */
export const numbersWithin = (given: string, least: number, most: number): number[] =>
  given.split(',').map((one) => numberWithin(one, least, most))

/** Never throws: a fault is told, and the program ends with 1 when there is nothing left to do. */
export async function run(name: Name, main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${name}: ${(error as Error).stack}\n`)
    process.exitCode = 1
  }
}
