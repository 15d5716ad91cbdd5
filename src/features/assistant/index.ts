/**
 * Assistant: answers questions about conversations, and works on tasks with tools.
 *
 * `answers` answers from quotes or abstains. An insight evaluates questions over many conversations. `call-tools` are the tools
 * that assistants use to search and read calls, and `prompt-completions` completes arguments of their prompts. The super agent uses all tools for one user.
 */
export * as answers from './answers/index.ts'
export * as callTools from './call-tools/index.ts'
export * as insightRuns from './insight-runs/index.ts'
export * as insights from './insights/index.ts'
export * as promptCompletions from './prompt-completions/index.ts'
export * as superAgent from './super-agent/index.ts'
