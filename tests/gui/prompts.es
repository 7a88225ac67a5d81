blackjack, after_cut, unload
  call	Fin de la talla: contar las cartas o pasar el resto
  call	Mezclar las cartas
  call	Separador
  choice	Pasar el resto
  choice	Talla fuera, sin contar
  do	Saque las cartas del sabot
  side	Llamar al jefe de mesa
  side	Separador
  step	Talla retirada: # cartas contadas
  why	§ ES-13
  why	§ FA-02
  why	§ IT-02

blackjack, betting, bets
  call	Hagan juego
  call	La banca pasa a la plaza #
  choice	Fichas mayores
  do	Hagan juego
  side	Banca a la casilla #
  side	Llamar al jefe de mesa
  side	Separador
  step	No va más
  why	§ BJ-08

blackjack, burn, burn
  call	Se quema # carta
  call	Se queman # cartas
  do	Queme # carta
  do	Queme # cartas
  side	Llamar al jefe de mesa
  step	Quemada sin ver
  why	§ ES-04
  why	§ HB-01

blackjack, dealing, deal
  call	No va más
  call	Separador
  call	Última jugada
  do	Carta para el crupier
  do	Carta para la casilla #
  side	Llamar al jefe de mesa
  side	Separador
  why	§ BJ-06
  why	§ ES-05

blackjack, dealing, draw
  call	Black Jack en la casilla #
  call	La casilla # se pasa con #
  call	Separador
  call	Última jugada
  do	Carta para el crupier
  do	Carta para la casilla #
  do	Carta para la casilla #, cuarta mano
  do	Carta para la casilla #, mano del centro
  do	Carta para la casilla #, mano derecha
  do	Carta para la casilla #, mano izquierda
  do	Carta para la casilla #, segunda mano
  do	Carta para la casilla #, tercera mano
  side	Llamar al jefe de mesa
  side	Separador
  why	el crupier tiene # (§ BJ-05)
  why	el crupier tiene # (§ ES-06)
  why	el crupier tiene # (§ HB-03)
  why	el crupier tiene # (§ IT-07)
  why	el crupier tiene # (§ ST-03)
  why	el crupier tiene # (§ TB-04)
  why	el crupier tiene # blando (§ BJ-05)
  why	el crupier tiene # blando (§ ES-06)
  why	el crupier tiene # blando (§ HB-03)
  why	el crupier tiene # blando (§ ST-03)
  why	la casilla # tiene # (§ BJ-11)
  why	la casilla # tiene # (§ BJ-12)
  why	la casilla # tiene # (§ ES-09)
  why	la casilla # tiene # (§ ES-10)
  why	la casilla # tiene # (§ HB-05)
  why	la casilla # tiene # (§ IT-08)
  why	la casilla # tiene # (§ IT-09)
  why	la casilla # tiene # (§ ST-04)
  why	la casilla # tiene # (§ ST-05)
  why	la casilla # tiene # (§ TB-05)
  why	la casilla # tiene # (§ TB-06)
  why	§ ES-06
  why	§ ST-03
  why	§ TB-05

blackjack, dealing, insurance
  call	Black Jack en la casilla #
  call	Casilla #: ¿dinero seguro?
  call	¿Seguro?
  choice	Dinero seguro, casilla #
  choice	Seguro casilla #: #
  do	¿Seguro?
  side	Llamar al jefe de mesa
  side	Separador
  step	Seguro cerrado
  tag	#
  tag	dinero seguro
  tag	seguro
  why	§ ES-12
  why	§ IT-10
  why	§ ST-06

blackjack, dealing, read
  do	Guíese por las cartas de la mesa
  do	¿Qué carta era?
  side	Fin de la jugada
  side	Llamar al jefe de mesa
  side	Separador
  step	Fin de la jugada
  why	al sabot se le pueden haber escapado cartas (§ BJ-14)
  why	de ella depende lo que sigue
  why	de ella depende lo que sigue (§ BJ-14)

blackjack, dealing, turn
  call	Descubra la carta tapada
  do	Descubra la carta tapada
  side	Llamar al jefe de mesa
  side	Separador
  step	Descubiertas

blackjack, decided, result
  call	Black Jack del crupier
  call	Black Jack en la casilla #
  call	Crupier: #
  call	Crupier: # blando
  call	El crupier se pasa con #
  call	La casilla # se pasa con #
  call	La jugada es nula: retiren sus apuestas
  call	Separador
  call	Última jugada
  do	Liquide y pulse el botón
  side	Llamar al jefe de mesa
  side	Separador
  step	Fin de la jugada
  why	el crupier tiene #
  why	el crupier tiene # (§ BJ-05)
  why	el crupier tiene # (§ ES-06)
  why	el crupier tiene # (§ ES-15)
  why	el crupier tiene # (§ HB-03)
  why	el crupier tiene # (§ IT-07)
  why	el crupier tiene # (§ ST-03)
  why	el crupier tiene # (§ ST-08)
  why	el crupier tiene # (§ TB-04)
  why	el crupier tiene # blando (§ BJ-05)
  why	el crupier tiene # blando (§ ES-06)
  why	el crupier tiene # blando (§ ES-15)
  why	el crupier tiene # blando (§ HB-03)
  why	el crupier tiene # blando (§ IT-07)
  why	el crupier tiene # blando (§ ST-03)
  why	el crupier tiene # blando (§ ST-08)
  why	el crupier tiene # blando (§ TB-04)
  why	el crupier tiene Black Jack (§ BJ-02)
  why	el crupier tiene Black Jack (§ ES-07)
  why	el crupier tiene Black Jack (§ HB-02)
  why	el crupier tiene Black Jack (§ IT-04)
  why	el crupier tiene Black Jack (§ TB-02)
  why	el crupier tiene Black Jack (§ TB-03)
  why	§ ES-15
  why	§ ST-03
  why	§ ST-08

blackjack, deciding, insurance
  call	Black Jack en la casilla #
  call	Casilla #: ¿dinero seguro?
  call	¿Seguro?
  choice	Casilla # asegurada: #
  choice	Casilla #, Bea asegurada: #
  choice	Dinero seguro, casilla #
  choice	Seguro casilla #, Ana: #
  choice	Seguro casilla #, Bea: #
  choice	Seguro casilla #, anna: #
  choice	Seguro casilla #: #
  do	¿Seguro?
  side	Llamar al jefe de mesa
  side	Separador
  step	Seguro cerrado
  tag	#
  tag	Ana: seguro
  tag	Bea: asegurado
  tag	Bea: seguro
  tag	anna: seguro
  tag	asegurado
  tag	dinero seguro
  tag	seguro
  why	§ BJ-09
  why	§ ES-12
  why	§ HB-05
  why	§ IT-10
  why	§ ST-06
  why	§ TB-03

blackjack, deciding, play
  call	Black Jack en la casilla #
  call	La casilla # se pasa con #
  call	Separador
  call	Última jugada
  choice	Dobla
  choice	Se retira
  choice	Separa
  do	Casilla #, cuarta mano, tiene #: ¿plantarse, pedir, doblar?
  do	Casilla #, cuarta mano, tiene #: ¿plantarse, pedir?
  do	Casilla #, mano del centro, tiene #: ¿plantarse, pedir, doblar?
  do	Casilla #, mano del centro, tiene #: ¿plantarse, pedir?
  do	Casilla #, mano derecha, tiene # blando: ¿plantarse, pedir, separar?
  do	Casilla #, mano derecha, tiene # blando: ¿plantarse, pedir?
  do	Casilla #, mano derecha, tiene #: ¿plantarse, pedir, doblar?
  do	Casilla #, mano derecha, tiene #: ¿plantarse, pedir, separar?
  do	Casilla #, mano derecha, tiene #: ¿plantarse, pedir?
  do	Casilla #, mano izquierda, tiene # blando: ¿plantarse, pedir, doblar?
  do	Casilla #, mano izquierda, tiene # blando: ¿plantarse, pedir, separar?
  do	Casilla #, mano izquierda, tiene # blando: ¿plantarse, pedir?
  do	Casilla #, mano izquierda, tiene #: ¿plantarse, pedir, doblar, separar?
  do	Casilla #, mano izquierda, tiene #: ¿plantarse, pedir, doblar?
  do	Casilla #, mano izquierda, tiene #: ¿plantarse, pedir, separar?
  do	Casilla #, mano izquierda, tiene #: ¿plantarse, pedir?
  do	Casilla #, segunda mano, tiene #: ¿plantarse, pedir, doblar?
  do	Casilla #, segunda mano, tiene #: ¿plantarse, pedir?
  do	Casilla #, tercera mano, tiene #: ¿plantarse, pedir, doblar?
  do	Casilla #, tercera mano, tiene #: ¿plantarse, pedir?
  do	Casilla #: ¿plantarse, pedir, doblar, rendirse?
  do	Casilla #: ¿plantarse, pedir, doblar?
  do	Casilla #: ¿plantarse, pedir, rendirse?
  do	Casilla #: ¿plantarse, pedir?
  do	La casilla # tiene # blando: ¿plantarse, pedir, doblar, rendirse?
  do	La casilla # tiene # blando: ¿plantarse, pedir, doblar, separar, rendirse?
  do	La casilla # tiene # blando: ¿plantarse, pedir, doblar, separar?
  do	La casilla # tiene # blando: ¿plantarse, pedir, doblar?
  do	La casilla # tiene # blando: ¿plantarse, pedir, separar?
  do	La casilla # tiene # blando: ¿plantarse, pedir?
  do	La casilla # tiene #: ¿plantarse, pedir, doblar, rendirse?
  do	La casilla # tiene #: ¿plantarse, pedir, doblar, separar, rendirse?
  do	La casilla # tiene #: ¿plantarse, pedir, doblar, separar?
  do	La casilla # tiene #: ¿plantarse, pedir, doblar?
  do	La casilla # tiene #: ¿plantarse, pedir, separar?
  do	La casilla # tiene #: ¿plantarse, pedir?
  side	Llamar al jefe de mesa
  side	Separador
  step	Se planta
  why	el crupier muestra # (§ BJ-06)
  why	el crupier muestra # (§ ES-05)
  why	el crupier muestra un as (§ BJ-06)
  why	el crupier muestra un as (§ ES-05)
  why	§ BJ-06
  why	§ ES-05

blackjack, no_load, load
  call	Cartas nuevas: mezclar, cortar y al sabot
  call	La banca pasa a la plaza #
  do	Cargue el sabot
  side	Llamar al jefe de mesa
  step	Nueva talla en el sabot: # barajas
  step	Nueva talla: # barajas, # cartas detrás del separador
  why	§ ES-01
  why	§ FA-01
  why	§ HB-01
  why	§ IT-01
  why	§ ST-01
  why	§ TB-01

blackjack, ruling, ruling
  do	Espere al jefe de mesa
  side	Llamar al jefe de mesa
  side	Separador

blackjack, training, card
  asked	El sabot no funciona. Teclee la carta siguiente: diez de diamantes
  asked	El sabot no ha leído esta carta. Tecléela: diez de diamantes
  kind	Cartas tecleadas
  why	Era: diez de diamantes.

blackjack, training, cut_card
  answer	Esta jugada y # más
  answer	Esta jugada, y después otra talla
  answer	Nada: esta jugada es nula
  asked	Ha salido el separador. ¿Qué se reparte aún?
  kind	El separador
  why	§ ES-13
  why	§ IT-02
  why	«Crupier: #»
  why	«Crupier: #» (§ ES-13)
  why	«Crupier: #» (§ IT-02)
  why	«Fin de la talla: contar las cartas o pasar el resto»
  why	«Fin de la talla: contar las cartas o pasar el resto» (§ ES-13)
  why	«Fin de la talla: contar las cartas o pasar el resto» (§ IT-02)
  why	«La jugada es nula: retiren sus apuestas» (§ ES-13)
  why	«No va más»
  why	«No va más» (§ ES-13)
  why	«No va más» (§ IT-02)
  why	«Separador» «Fin de la talla: contar las cartas o pasar el resto»
  why	«Separador» «Fin de la talla: contar las cartas o pasar el resto» (§ ES-13)
  why	«Separador» «Fin de la talla: contar las cartas o pasar el resto» (§ IT-02)
  why	«Separador» «Última jugada»
  why	«Separador» «Última jugada» (§ ES-13)
  why	«Separador» «Última jugada» (§ IT-02)
  why	«Separador» «Última jugada» «Crupier: #»
  why	«Separador» «Última jugada» «Crupier: #» (§ IT-02)
  why	«Separador» «Última jugada» «La jugada es nula: retiren sus apuestas» (§ ES-13)
  why	«Separador» «Última jugada» «No va más»

blackjack, training, mishap
  answer	Corregirlo y seguir
  answer	No tocar nada y llamar al jefe de mesa
  answer	Quemar la carta
  asked	… ¿Qué hace usted?
  kind	Percances
  why	(null) Solo puede decidirlo el jefe de mesa.

blackjack, training, next
  answer	Carta para el crupier
  answer	Ninguna carta más: pagar
  answer	Ofrecer el seguro
  asked	¿Qué viene ahora?
  kind	Qué viene ahora
  why	Carta para el crupier · el crupier tiene # (§ BJ-05)
  why	Carta para el crupier · el crupier tiene # (§ ES-06)
  why	Carta para el crupier · el crupier tiene # (§ HB-03)
  why	Carta para el crupier · el crupier tiene # (§ IT-07)
  why	Carta para el crupier · el crupier tiene # (§ ST-03)
  why	Carta para el crupier · el crupier tiene # (§ TB-04)
  why	Carta para el crupier · el crupier tiene # blando (§ BJ-05)
  why	Carta para el crupier · el crupier tiene # blando (§ ES-06)
  why	Carta para el crupier · el crupier tiene # blando (§ HB-03)
  why	Carta para el crupier · el crupier tiene # blando (§ ST-03)
  why	Carta para el crupier · § ES-06
  why	Carta para el crupier · § ST-03
  why	Carta para la casilla # · la casilla # tiene # (§ BJ-11)
  why	Carta para la casilla # · la casilla # tiene # (§ BJ-12)
  why	Carta para la casilla # · la casilla # tiene # (§ ES-09)
  why	Carta para la casilla # · la casilla # tiene # (§ ES-10)
  why	Carta para la casilla # · la casilla # tiene # (§ HB-05)
  why	Carta para la casilla # · la casilla # tiene # (§ IT-08)
  why	Carta para la casilla # · la casilla # tiene # (§ IT-09)
  why	Carta para la casilla # · la casilla # tiene # (§ ST-04)
  why	Carta para la casilla # · la casilla # tiene # (§ ST-05)
  why	Carta para la casilla # · la casilla # tiene # (§ TB-05)
  why	Carta para la casilla # · la casilla # tiene # (§ TB-06)
  why	Carta para la casilla # · § TB-05
  why	Nadie pide más cartas.
  why	Nadie pide más cartas. (§ BJ-02)
  why	Nadie pide más cartas. (§ BJ-05)
  why	Nadie pide más cartas. (§ ES-06)
  why	Nadie pide más cartas. (§ ES-07)
  why	Nadie pide más cartas. (§ ES-15)
  why	Nadie pide más cartas. (§ HB-02)
  why	Nadie pide más cartas. (§ HB-03)
  why	Nadie pide más cartas. (§ IT-04)
  why	Nadie pide más cartas. (§ IT-07)
  why	Nadie pide más cartas. (§ ST-03)
  why	Nadie pide más cartas. (§ ST-08)
  why	Nadie pide más cartas. (§ TB-02)
  why	Nadie pide más cartas. (§ TB-03)
  why	Nadie pide más cartas. (§ TB-04)
  why	¿Seguro? · § BJ-09
  why	¿Seguro? · § ES-12
  why	¿Seguro? · § HB-05
  why	¿Seguro? · § IT-10
  why	¿Seguro? · § ST-06
  why	¿Seguro? · § TB-03

blackjack, training, payment
  answer	#
  answer	#.#
  asked	Casilla #, Bet Set #: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, Bet Set #: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, King's Bounty: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, King's Bounty: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, Royal Match #: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, Royal Match #: apuesta de #, y el jugador reclama #.#. ¿Cuánto se paga?
  asked	Casilla #, Royal Match #: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, mano #: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, mano #: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, seguro: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, seguro: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #: apuesta de #. ¿Cuánto se paga?
  kind	Pagos

blackjack, training, wish
  answer	No puede
  answer	Puede
  asked	Casilla #. El jugador quiere: doblar
  asked	Casilla #. El jugador quiere: pedir
  asked	Casilla #. El jugador quiere: plantarse
  asked	Casilla #. El jugador quiere: rendirse
  asked	Casilla #. El jugador quiere: separar
  kind	Qué pueden hacer los jugadores
  why	Casilla #: ¿plantarse, pedir, doblar, rendirse? · el crupier muestra # (§ BJ-06)
  why	Casilla #: ¿plantarse, pedir, doblar? · el crupier muestra # (§ BJ-06)
  why	Casilla #: ¿plantarse, pedir, rendirse? · el crupier muestra # (§ BJ-06)
  why	Casilla #: ¿plantarse, pedir? · el crupier muestra # (§ BJ-06)
  why	Casilla #: ¿plantarse, pedir? · el crupier muestra # (§ ES-05)
  why	La casilla # tiene # blando: ¿plantarse, pedir, doblar, rendirse? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene # blando: ¿plantarse, pedir, doblar, separar, rendirse? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene # blando: ¿plantarse, pedir, doblar, separar? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene # blando: ¿plantarse, pedir, doblar? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene # blando: ¿plantarse, pedir, separar? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene # blando: ¿plantarse, pedir, separar? · el crupier muestra # (§ ES-05)
  why	La casilla # tiene # blando: ¿plantarse, pedir? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene # blando: ¿plantarse, pedir? · el crupier muestra # (§ ES-05)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar, rendirse? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar, rendirse? · el crupier muestra un as (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar, separar, rendirse? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar, separar, rendirse? · el crupier muestra un as (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar, separar? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar, separar? · el crupier muestra # (§ ES-05)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar? · el crupier muestra # (§ ES-05)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar? · el crupier muestra un as (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir, doblar? · § BJ-06
  why	La casilla # tiene #: ¿plantarse, pedir, doblar? · § ES-05
  why	La casilla # tiene #: ¿plantarse, pedir, separar? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir, separar? · el crupier muestra # (§ ES-05)
  why	La casilla # tiene #: ¿plantarse, pedir, separar? · el crupier muestra un as (§ ES-05)
  why	La casilla # tiene #: ¿plantarse, pedir? · el crupier muestra # (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir? · el crupier muestra # (§ ES-05)
  why	La casilla # tiene #: ¿plantarse, pedir? · el crupier muestra un as (§ BJ-06)
  why	La casilla # tiene #: ¿plantarse, pedir? · el crupier muestra un as (§ ES-05)
  why	La casilla # tiene #: ¿plantarse, pedir? · § ES-05

punto_banco, after_cut, unload
  call	Comisión, por favor: # en total
  call	Fin de la talla: contar las cartas o pasar el resto
  call	Separador
  choice	Pasar el resto
  choice	Talla fuera, sin contar
  do	Saque las cartas del sabot
  side	Llamar al jefe de mesa
  step	Talla retirada: # cartas contadas
  why	§ PB-03

punto_banco, betting, bets
  call	El sabot pasa a la plaza #
  call	Hagan juego
  call	Separador
  call	Última jugada
  choice	Fichas mayores
  do	Hagan juego
  side	Jugada #, casilla #: # cobrado
  side	Jugada #, casilla #: # pagado
  side	La casilla # paga la comisión: #
  side	Llamar al jefe de mesa
  side	Sabot a la casilla #
  side	Separador
  step	No va más
  why	§ PB-05

punto_banco, betting, read
  choice	Fichas mayores
  do	Guíese por las cartas de la mesa
  side	Llamar al jefe de mesa
  side	Sabot a la casilla #
  side	Separador
  step	No va más
  why	al sabot se le pueden haber escapado cartas (§ PB-04)

punto_banco, burn, burn
  call	Quema: se saca y se muestra la primera carta
  call	Se quema # carta
  call	Se queman # cartas
  do	Queme # carta
  do	Queme # cartas
  side	Llamar al jefe de mesa
  step	Quemada sin ver
  why	§ PB-04

punto_banco, burn, read
  do	¿Qué carta era?
  side	Llamar al jefe de mesa
  why	de ella depende lo que sigue

punto_banco, dealing, deal
  call	Cartas
  call	No va más
  call	Queda # jugada
  call	Separador
  call	Última jugada
  do	Carta para el jugador
  do	Carta para la banca
  side	Llamar al jefe de mesa
  side	Separador
  why	§ PB-06

punto_banco, dealing, draw
  call	Banca: cero
  call	Banca: cinco
  call	Banca: cuatro
  call	Banca: dos
  call	Banca: seis
  call	Banca: siete
  call	Banca: tres
  call	Banca: uno
  call	Carta para el jugador
  call	Carta para la banca
  call	El jugador se planta con cuatro
  call	El jugador se planta con seis
  call	El jugador se planta con siete
  call	Punto: cero
  call	Punto: cinco
  call	Punto: cuatro
  call	Punto: dos
  call	Punto: nueve
  call	Punto: ocho
  call	Punto: seis
  call	Punto: siete
  call	Punto: tres
  call	Punto: uno
  do	Carta para el jugador
  do	Carta para la banca
  side	Llamar al jefe de mesa
  side	Separador
  why	el punto tiene # (§ PB-09)
  why	la banca tiene #, el punto tiene #
  why	la banca tiene #, el punto tiene # (§ PB-10)
  why	la banca tiene #, la tercera carta del punto vale # (§ PB-10)

punto_banco, dealing, read
  do	Guíese por las cartas de la mesa
  do	¿Qué carta era?
  side	Fin de la jugada
  side	Llamar al jefe de mesa
  side	Separador
  step	Fin de la jugada
  why	al sabot se le pueden haber escapado cartas
  why	de ella depende lo que sigue

punto_banco, dealing, turn
  call	Descubran las cartas del punto
  do	Descubran las cartas del punto
  side	Llamar al jefe de mesa
  side	Separador
  step	Descubiertas

punto_banco, decided, result
  call	Banca: cero
  call	Banca: cinco
  call	Banca: cuatro
  call	Banca: dos
  call	Banca: natural de nueve
  call	Banca: natural de ocho
  call	Banca: nueve
  call	Banca: ocho
  call	Banca: seis
  call	Banca: siete
  call	Banca: tres
  call	Banca: uno
  call	El jugador se planta con seis
  call	El jugador se planta con siete
  call	Empate a cero
  call	Empate a cinco
  call	Empate a cuatro
  call	Empate a dos
  call	Empate a nueve
  call	Empate a ocho
  call	Empate a seis
  call	Empate a siete
  call	Empate a tres
  call	Empate a uno
  call	Gana el punto con cinco
  call	Gana el punto con cuatro
  call	Gana el punto con dos
  call	Gana el punto con nueve
  call	Gana el punto con ocho
  call	Gana el punto con seis
  call	Gana el punto con siete
  call	Gana el punto con tres
  call	Gana el punto con uno
  call	Gana la banca con cinco
  call	Gana la banca con cuatro
  call	Gana la banca con dos
  call	Gana la banca con nueve
  call	Gana la banca con ocho
  call	Gana la banca con seis
  call	Gana la banca con siete
  call	Gana la banca con tres
  call	Gana la banca con uno
  call	La banca se planta con cinco
  call	La banca se planta con cuatro
  call	La banca se planta con seis
  call	La banca se planta con siete
  call	La banca se planta con tres
  call	Punto: cero
  call	Punto: cinco
  call	Punto: cuatro
  call	Punto: dos
  call	Punto: natural de nueve
  call	Punto: natural de ocho
  call	Punto: nueve
  call	Punto: ocho
  call	Punto: seis
  call	Punto: siete
  call	Punto: tres
  call	Punto: uno
  call	Separador
  call	Última jugada
  do	Empate: liquide y pulse el botón
  do	Gana el punto: liquide y pulse el botón
  do	Gana la banca: liquide y pulse el botón
  do	Liquide y pulse el botón
  side	Llamar al jefe de mesa
  side	Separador
  step	Fin de la jugada
  step	Fin de la jugada: empate
  step	Fin de la jugada: gana el punto
  step	Fin de la jugada: gana la banca
  why	el punto tiene #, la banca tiene #
  why	el punto tiene #, la banca tiene # (§ PB-08)
  why	el punto tiene #, la banca tiene # (§ PB-10)
  why	el punto tiene #, la banca tiene # (§ PB-11)
  why	§ PB-08
  why	§ PB-10
  why	§ PB-11

punto_banco, no_load, load
  call	Cartas nuevas: mezclar, cortar y al sabot
  call	Comisión, por favor: # en total
  do	Cargue el sabot
  side	Llamar al jefe de mesa
  step	Nueva talla en el sabot: # barajas
  step	Nueva talla: # barajas, # cartas detrás del separador
  why	§ PB-02

punto_banco, ruling, ruling
  call	Separador
  call	Última jugada
  do	Espere al jefe de mesa
  side	Llamar al jefe de mesa
  side	Separador

punto_banco, training, card
  asked	El sabot no funciona. Teclee la carta siguiente: diez de diamantes
  asked	El sabot no ha leído esta carta. Tecléela: diez de diamantes
  kind	Cartas tecleadas
  why	Era: diez de diamantes.

punto_banco, training, cut_card
  answer	Esta jugada y # más
  answer	Esta jugada, y después otra talla
  answer	Nada: esta jugada es nula
  asked	Ha salido el separador. ¿Qué se reparte aún?
  kind	El separador
  why	§ PB-03
  why	«Banca: cuatro» «Gana el punto con siete» (§ PB-03)
  why	«Banca: ocho» «Gana la banca con ocho» (§ PB-03)
  why	«Banca: seis» (§ PB-03)
  why	«Fin de la talla: contar las cartas o pasar el resto» (§ PB-03)
  why	«No va más» «Cartas» (§ PB-03)
  why	«Punto: cinco» «Banca: cinco» «Carta para el jugador» (§ PB-03)
  why	«Punto: cuatro» «La banca se planta con cinco» «Gana la banca con cinco» (§ PB-03)
  why	«Punto: dos» «Banca: natural de nueve» «Gana la banca con nueve» (§ PB-03)
  why	«Punto: dos» «Banca: tres» «Carta para el jugador» (§ PB-03)
  why	«Punto: natural de nueve» «Banca: cuatro» «Gana el punto con nueve» (§ PB-03)
  why	«Punto: natural de nueve» «Banca: siete» «Gana el punto con nueve» (§ PB-03)
  why	«Punto: natural de ocho» «Banca: seis» «Gana el punto con ocho» (§ PB-03)
  why	«Punto: natural de ocho» «Banca: uno» «Gana el punto con ocho» (§ PB-03)
  why	«Punto: siete» «Banca: siete» «El jugador se planta con siete» «La banca se planta con siete» «Empate a siete» (§ PB-03)
  why	«Separador» «Comisión, por favor: # en total» «Fin de la talla: contar las cartas o pasar el resto» (§ PB-03)
  why	«Separador» «Fin de la talla: contar las cartas o pasar el resto» (§ PB-03)
  why	«Separador» «Queda # jugada» (§ PB-03)
  why	«Separador» «Última jugada» (§ PB-03)
  why	«Separador» «Última jugada» «Hagan juego» (§ PB-03)
  why	«Separador» «Última jugada» «No va más» «Cartas» (§ PB-03)
  why	«Separador» «Última jugada» «Punto: natural de nueve» «Banca: siete» «Gana el punto con nueve» (§ PB-03)
  why	«Separador» «Última jugada» «Punto: siete» «Banca: siete» «El jugador se planta con siete» «La banca se planta con siete» «Empate a siete» (§ PB-03)
  why	«Última jugada» «Hagan juego» (§ PB-03)

punto_banco, training, mishap
  answer	Corregirlo y seguir
  answer	No tocar nada y llamar al jefe de mesa
  answer	Quemar la carta
  asked	… ¿Qué hace usted?
  kind	Percances
  why	(null) Solo puede decidirlo el jefe de mesa.

punto_banco, training, next
  answer	Carta para el jugador
  answer	Carta para la banca
  answer	Ninguna carta más: pagar
  asked	¿Qué viene ahora?
  kind	Qué viene ahora
  why	Carta para el jugador · el punto tiene # (§ PB-09)
  why	Carta para la banca · la banca tiene #, el punto tiene #
  why	Carta para la banca · la banca tiene #, el punto tiene # (§ PB-10)
  why	Carta para la banca · la banca tiene #, la tercera carta del punto vale # (§ PB-10)
  why	Nadie pide más cartas.
  why	Nadie pide más cartas. (§ PB-08)
  why	Nadie pide más cartas. (§ PB-10)
  why	Nadie pide más cartas. (§ PB-11)

punto_banco, training, payment
  answer	#
  answer	#.#
  asked	Casilla #, Dragon #: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, Dragon #: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, Dragon Bonus de la banca: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, Dragon Bonus de la banca: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, Dragon Bonus del punto: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, Dragon Bonus del punto: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, Lucky #: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, Panda #: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, Panda #: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, Super #: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, Super #: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, cualquier pareja: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, cualquier pareja: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, grande: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, pareja de la banca: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, pareja de la banca: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, pareja del punto: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, pareja del punto: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, pareja perfecta: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, pareja perfecta: apuesta de #. ¿Cuánto se paga?
  asked	Casilla #, pequeña: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Casilla #, pequeña: apuesta de #. ¿Cuánto se paga?
  asked	Plaza #, banca: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Plaza #, banca: apuesta de #. ¿Cuánto se paga?
  asked	Plaza #, empate: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Plaza #, empate: apuesta de #. ¿Cuánto se paga?
  asked	Plaza #, punto: apuesta de #, y el jugador reclama #. ¿Cuánto se paga?
  asked	Plaza #, punto: apuesta de #. ¿Cuánto se paga?
  kind	Pagos

punto_banco, training, winner
  answer	empate
  answer	gana el punto
  answer	gana la banca
  asked	¿Quién ha ganado?
  kind	Quién ha ganado
  why	punto #, banca #
  why	punto #, banca # (§ PB-08)
  why	punto #, banca # (§ PB-10)
  why	punto #, banca # (§ PB-11)

without a prompt
  do	Espere al jefe de mesa: #:#
  do	Pase el resto: # de #
  do	Rechazado: esta talla sigue en el sabot: se reproduce cuando haya salido
  do	Rechazado: p# tiene el rol «crupier» y no puede hacer esto (emisión); puede hacerlo: caja
  do	Rechazado: quien firmó la solicitud de este vale no firma aquí
  do	cerrada
  do	en pausa
  side	Llamar al jefe de mesa
  step	Talla retirada: # cartas pasadas
