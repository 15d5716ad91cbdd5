import { forbidden } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'

/** Once it is known that the caller sees the conversation: to others there is none. */
export function adminsOnly({ principal }: Pick<Context, 'principal'>): void {
  if (principal.role !== 'ADMIN') throw forbidden('admin_required', 'Only admins may do this.')
}
