/**
 * Language model connection: finds, tries and connects the language model of the installation, for the setup page and the
 * command line.
 *
 * A **trial** sends an invented conversation, never data of an organization. It returns the answer, its speed, and whether
 * outputs match the JSON schema of summaries. Model calls of trials aren't recorded in the usage report.
 *
 * An installation has one model. Admins change it only if the installation has one organization, because every
 * organization's transcripts go there. `core/model-connection.ts` defines the port.
 */
export { adviseContext, describeModel, describeQuotes, describeSchema, describeSpeed } from './describe.ts'
export { FAULT_WORDS } from './fault-words.ts'
export {
  connectModel,
  disconnectModel,
  findModelServers,
  getModelConnection,
  inspectModelServer,
  tryModelConnection,
} from './operations.ts'
export { SAMPLE_QUESTION } from './sample.ts'
export { type TrialResult, tryModel } from './trial.ts'
