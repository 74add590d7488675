/** Prints what a script does and ends it, if somebody asked with --help. Called before the script does anything. */
export function helpFor(text) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  console.log(text)
  process.exit(0)
}
