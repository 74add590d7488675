import { installFromDebian } from './lib/machine.js'

/** Started by the tests, beside the installation of the packages of npm: neither needs the other. */
installFromDebian()
