import web.Filter

abstract class Gate : Filter

abstract class Door : Filter
