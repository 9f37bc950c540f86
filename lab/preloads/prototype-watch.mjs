// Reports pollution of Object.prototype.

const names = new Set(Object.getOwnPropertyNames(Object.prototype))
const watch = setInterval(() => {
  const added = Object.getOwnPropertyNames(Object.prototype).filter((name) => !names.has(name))
  if (added.length === 0) return
  process.stderr.write(`prototype polluted: ${added.join(', ')}\n`)
  clearInterval(watch)
}, 50)
watch.unref()
