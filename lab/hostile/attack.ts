import { attacks, type AttackName } from './attacks.ts'

// One attack, in a process of its own so that it takes no time from whoever measures: its name,
// the port and the session come as arguments. It goes on until it is killed.

const [name = '', port = '', cookie = ''] = process.argv.slice(2)
const attack = attacks[name as AttackName]
if (!attack) throw new Error(`There is no attack called ${name}`)
const { once, everyMs } = attack
const target = { port: Number(port), cookie }
console.log('begun')
for (;;) {
  const tally = await once(target)
  console.log(tally)
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}
