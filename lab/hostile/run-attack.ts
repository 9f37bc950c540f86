import { allAttacks, type AttackName } from './attacks.ts'

// Runs one attack in a separate process, so that it does not take CPU time from the measuring
// process. Arguments: name, port, session. Runs until killed.

const [name = '', port = '', cookie = ''] = process.argv.slice(2)
const attack = allAttacks[name as AttackName]
if (!attack) throw new Error(`There is no attack called ${name}`)
const { once, everyMs } = attack
const target = { port: Number(port), cookie }
console.log('begun')
for (;;) {
  const tally = await once(target)
  console.log(tally)
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}
