/** Prompts of the catalog (Model Context Protocol, "Prompts"). Unknown names and invalid arguments return −32602. */
import type { Server } from '@modelcontextprotocol/server'
import { AppError } from '../../core/errors.ts'
import { describeArguments, type Prompt, writePrompt } from '../../core/prompt.ts'
import { invalidParams } from './protocol-errors.ts'

export function servePrompts(server: Server, prompts: readonly Prompt[]): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map((prompt) => ({
      ...{ name: prompt.name, title: prompt.title, description: prompt.description },
      arguments: describeArguments(prompt),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given } }) => {
    const prompt = prompts.find((one) => one.name === name)
    if (prompt === undefined) throw invalidParams('No prompt has this name. Use a name from prompts/list.')
    const text = writePromptText(prompt, given)
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

function writePromptText(prompt: Prompt, given: unknown): string {
  try {
    return writePrompt(prompt, given)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalidParams(error.problems.map(({ detail }) => detail).join(' '))
  }
}
