/** Reads an event stream as others do: by a parser that is not ours. */
import { createParser } from 'eventsource-parser'

export interface ToldEvent {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: events are asserted on, field by field
  readonly data: any
  /** As it came. */
  readonly text: string
}

/** Comments are told as events of the name `comment`. @throws Error for what is no event stream */
export async function* eventsOf(response: Response): AsyncGenerator<ToldEvent> {
  const arrived: ToldEvent[] = []
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => arrived.push({ name: event, data: JSON.parse(data), text: data }),
    onComment: (text) => arrived.push({ name: 'comment', data: text, text }),
    onError: (error) => {
      throw error
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* arrived.splice(0)
  }
}
