import { operations } from '../src/catalog.ts'
import { version } from '../src/core/version.ts'
import { describeOperations } from '../src/inbound/http/openapi.ts'

/** `openapi.json` for an installation with default settings. */
export const printDescription = (): string =>
  `${JSON.stringify(describeOperations(operations, 'http://localhost:8080/v2', version), null, 2)}\n`
