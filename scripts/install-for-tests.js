import { installFromDebian } from './lib/machine.js'

/** The tests start this while npm installs the packages: neither needs the other. */
installFromDebian()
