/** Read before each test file (vitest.config.ts). */
import { afterAll } from 'vitest'
import { closeOpened } from './close-after-tests.ts'

afterAll(closeOpened)
