import { expect, it } from 'vitest'
import { expectNoSquare } from './growth.ts'

it('what grows with the square of its input is found out, what grows with it is not', () => {
  let sum = 0
  const spin = (steps: number) => {
    for (let step = 0; step < steps; step++) sum = (sum * 31 + step) % 1_000_003
  }
  expectNoSquare(8_000_000, spin)
  expect(() => expectNoSquare(20_000, (size) => spin(size * size))).toThrow()
  expect(sum).toBeGreaterThan(-1)
})
