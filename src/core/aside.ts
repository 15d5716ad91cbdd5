/**
 * Work aside: what computes for long is done where it holds up nobody who waits for an answer. A feature names a function
 * of its own as a piece; whoever fulfils the port does it here or in another thread, and nobody can tell by the result.
 */

/** A function that computes and does nothing else. What it is given and what it makes can be copied (structured clone). */
export interface Piece<Given extends readonly unknown[], Made> {
  /** Of the module that exports the function under its own name. A thread loads that and all it imports. */
  readonly url: string
  readonly name: string
  readonly work: (...given: Given) => Made
  /** Whether it takes so little that handing it over would be no gain. */
  readonly isShort: (...given: Given) => boolean
}

/** Why a piece was given up: its thread took too long or too much memory, or ended. Nothing is known of the outcome. */
export class AsideFault extends Error {
  override readonly name = 'AsideFault'
}

export interface Aside {
  /**
   * In turns of the organizations they are for, as many at a time as there are threads.
   * @throws what the function throws, as an error of the same name and message
   * @throws AsideFault when it was given up
   * @throws the reason of the signal, also while it waits
   */
  run<Given extends readonly unknown[], Made>(
    piece: Piece<Given, Made>,
    given: Given,
    signal: AbortSignal | undefined,
  ): Promise<Made>
}

/** @param url `import.meta.url` of the module that exports the function */
export function definePiece<Given extends readonly unknown[], Made>(
  url: string,
  work: (...given: Given) => Made,
  isShort: (...given: Given) => boolean,
): Piece<Given, Made> {
  return { url, name: work.name, work, isShort }
}
