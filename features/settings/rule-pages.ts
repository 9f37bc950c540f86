/** The settings pages that hold business rules, in order, each with what it decides. */
export const rulePages = {
  general: { title: 'General', about: 'The business day, and a notice to everyone.' },
  email: { title: 'Email', about: 'Which documents are sent by themselves, and from where.' },
  tax: { title: 'Sales tax', about: 'The default rate, and rates by location.' },
  shipping: { title: 'Shipping', about: 'What customers pay for shipping.' },
  credit: { title: 'Credit', about: 'Who may buy on credit, and how much.' },
  orders: { title: 'Orders', about: 'Possible duplicates, and orders that wait for goods.' },
  returns: { title: 'Returns', about: 'The return window, and who approves returns.' },
  purchasing: { title: 'Purchasing', about: 'Approvals, receiving, vendor bills and proposals.' },
  receivables: { title: 'Receivables', about: 'Reminders, write-offs and refunds.' },
  accounting: { title: 'Accounting', about: 'Controls over who does what, and costing.' },
  warehouse: { title: 'Warehouse', about: 'How warehouse counts change stock.' },
  security: { title: 'Security', about: 'Which roles sign in with a second factor.' },
  api: { title: 'API keys', about: 'Programs that call the API, and what they must send.' },
} as const

export type RulePage = keyof typeof rulePages

/** True if a text of an address is a page of rules. */
export function isRulePage(text: string): text is RulePage {
  return Object.hasOwn(rulePages, text)
}
