/** User in the response of another resource. */
import { z } from 'zod'

export const userReference = z.object({
  uuid: z.string().describe('ID of the user.'),
  email: z.string().describe('Email address of the user.'),
  firstName: z.string().describe('First name of the user. Can be empty.'),
  lastName: z.string().describe('Last name of the user. Can be empty.'),
})
