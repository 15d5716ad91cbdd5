/**
 * Reads request bodies into memory. A large one goes to memory that threads share, piece by piece as it arrives, so that
 * the event loop never copies it as a whole (docs/decisions/0047).
 */
import { errorCodes, type FastifyRequest } from 'fastify'

const { FST_ERR_CTP_BODY_TOO_LARGE, FST_ERR_CTP_INVALID_CONTENT_LENGTH } = errorCodes

/** Memory that receives the pieces of a body. */
interface BodySink {
  add(piece: Uint8Array): void
  /** Bytes of all pieces. */
  end(): Buffer
}

/**
 * @param limit maximum number of bytes
 * @param largeBytes number of bytes up to which the body isn't shared
 * @throws FastifyError FST_ERR_CTP_BODY_TOO_LARGE, FST_ERR_CTP_INVALID_CONTENT_LENGTH; errors of the connection, with
 * status 400
 */
export function readBody(
  { headers }: FastifyRequest,
  payload: FastifyRequest['raw'],
  limit: number,
  largeBytes: number,
): Promise<Buffer> {
  const announced = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  if (announced !== undefined && announced > limit) return Promise.reject(new FST_ERR_CTP_BODY_TOO_LARGE())
  const sink = announced !== undefined && announced > largeBytes ? toShared(announced) : toPieces(largeBytes)
  return new Promise((resolve, reject) => {
    let bytes = 0
    const finish = (outcome: () => void) => {
      payload.off('data', take).off('end', end).off('error', fail)
      outcome()
    }
    const take = (piece: Buffer) => {
      bytes += piece.length
      if (bytes > limit) return finish(() => reject(new FST_ERR_CTP_BODY_TOO_LARGE()))
      if (announced === undefined || bytes <= announced) sink.add(piece)
    }
    const end = () =>
      finish(() => {
        if (announced !== undefined && bytes !== announced) reject(new FST_ERR_CTP_INVALID_CONTENT_LENGTH())
        else resolve(sink.end())
      })
    const fail = (error: Error) => finish(() => reject(Object.assign(error, { statusCode: 400 })))
    payload.on('data', take).on('end', end).on('error', fail)
  })
}

/** Shared memory for a body of known size. */
function toShared(bytes: number): BodySink {
  const room = Buffer.from(new SharedArrayBuffer(bytes))
  let at = 0
  return {
    add(piece) {
      room.set(piece, at)
      at += piece.length
    },
    end: () => room,
  }
}

/** Pieces that are joined at the end, in shared memory if they are large together. */
function toPieces(largeBytes: number): BodySink {
  const pieces: Uint8Array[] = []
  return {
    add: (piece) => void pieces.push(piece),
    end() {
      const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
      if (bytes <= largeBytes) return Buffer.concat(pieces)
      const shared = toShared(bytes)
      for (const piece of pieces) shared.add(piece)
      return shared.end()
    },
  }
}
