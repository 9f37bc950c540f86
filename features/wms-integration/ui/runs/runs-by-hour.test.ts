import { moment } from '#platform/kernel/days.ts'
import { expect, test } from 'vitest'
import { hoursOf } from './runs-by-hour.ts'

const at = (minute: string) => moment(`2026-03-01T${minute}:00.000Z`)

test('the runs of a day are grouped by hour and type, latest hour first', () => {
  const hours = hoursOf([
    {
      dataType: 'customers',
      day: [
        { at: at('08:01'), isSuccess: true, processed: 5 },
        { at: at('08:59'), isSuccess: false, processed: 0 },
        { at: at('09:00'), isSuccess: true, processed: 7 },
      ],
    },
    { dataType: 'inventory', day: [{ at: at('08:30'), isSuccess: true, processed: 40 }] },
  ])
  expect(hours).toEqual([
    {
      at: at('09:00'),
      types: [{ runs: 1, failed: 0, processed: 7 }, undefined, undefined, undefined],
    },
    {
      at: at('08:00'),
      types: [
        { runs: 2, failed: 1, processed: 5 },
        undefined,
        { runs: 1, failed: 0, processed: 40 },
        undefined,
      ],
    },
  ])
})
