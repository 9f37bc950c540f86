import { expect, test } from 'vitest'
import type { Tab } from '../menu/Tabs.tsx'
import { divideTabs } from './record-tabs.ts'

const render = () => null
const tab = (id: string, more: Partial<Tab> = {}): Tab => ({ id, label: id, render, ...more })
const divided = (tabs: readonly Tab[]) => {
  const { main, beside } = divideTabs(tabs)
  return { main: main.map(({ label }) => label), beside: beside.map(({ label }) => label) }
}

const overview = tab('overview')
const timeline = tab('timeline', { hasComments: true })

test('the lines are the first tab, and the overview and the timeline are beside', () => {
  expect(divided([overview, tab('shipments'), tab('lines'), timeline])).toEqual({
    main: ['lines', 'shipments'],
    beside: ['overview', 'timeline'],
  })
})

test('lines that a dialog shows below the overview are the first tab of the page', () => {
  const withLines = tab('overview', { lines: { label: 'Invoices', render } })
  expect(divided([withLines, tab('sent'), timeline])).toEqual({
    main: ['Invoices', 'sent'],
    beside: ['overview', 'timeline'],
  })
  expect(divideTabs([withLines, timeline]).main.map(({ id }) => id)).toEqual(['lines'])
})

test('without lines and other tabs, the overview is the tab and the history is beside', () => {
  expect(divided([overview, tab('activity', { isHistory: true })])).toEqual({
    main: ['overview'],
    beside: ['activity'],
  })
})
